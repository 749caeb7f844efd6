import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.Cipher;

/** Makes the cases of Java for doctor.test.ts: java Make FOLDER. The folder has private.pem and public.pem. */
class Make {
  static Path folder;

  static byte[] der(String name) throws Exception {
    String pem = Files.readString(folder.resolve(name));
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
  }

  static void write(String name, byte[] data) throws Exception {
    Files.write(folder.resolve("java-" + name), data);
  }

  static byte[] encrypt(String transformation, Key key, byte[] message) throws Exception {
    Cipher cipher = Cipher.getInstance(transformation);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(message);
  }

  static byte[] sign(String algorithm, PrivateKey key, AlgorithmParameterSpec parameters, byte[] data) throws Exception {
    Signature signer = Signature.getInstance(algorithm);
    if (parameters != null) signer.setParameter(parameters);
    signer.initSign(key);
    signer.update(data);
    return signer.sign();
  }

  public static void main(String[] args) throws Exception {
    folder = Path.of(args[0]);
    KeyFactory factory = KeyFactory.getInstance("RSA");
    PrivateKey privateKey = factory.generatePrivate(new PKCS8EncodedKeySpec(der("private.pem")));
    PublicKey publicKey = factory.generatePublic(new X509EncodedKeySpec(der("public.pem")));
    byte[] message = "a letter\nof two lines\n".getBytes();
    String pkcs1 = "RSA/ECB/PKCS1Padding";

    write("oaep-default", encrypt("RSA/ECB/OAEPWithSHA-256AndMGF1Padding", publicKey, message));
    write("list", Arrays.toString(sign("SHA256withRSA", privateKey, null, message)).getBytes());
    byte[] ciphertext = encrypt(pkcs1, publicKey, message);
    write("as-utf8", new String(ciphertext, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    write("as-latin1", new String(ciphertext, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8));
    byte[] blocks = new byte[3 * 256];
    for (int i = 0; i < 3; i++) System.arraycopy(encrypt(pkcs1, publicKey, message), 0, blocks, 256 * i, 256);
    write("blocks", blocks);
    do ciphertext = encrypt(pkcs1, publicKey, message); while (ciphertext[0] >= 0);
    write("big-integer", new BigInteger(1, ciphertext).toByteArray());
    write("none-with-rsa", sign("NONEwithRSA", privateKey, null, MessageDigest.getInstance("SHA-256").digest(message)));
    PSSParameterSpec pss = new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA1, 32, 1);
    write("pss-mgf-sha1", sign("RSASSA-PSS", privateKey, pss, message));
    write("private-encrypt", encrypt(pkcs1, privateKey, "licensed to Alice".getBytes()));
    write("no-padding", encrypt("RSA/ECB/NoPadding", publicKey, message));
  }
}
