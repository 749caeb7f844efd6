# Makes the cases of Python for doctor.test.ts: python3 make.py FOLDER. The folder has private.pem and public.pem.
import base64, hashlib, hmac, json, os, sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

folder = sys.argv[1]
read = lambda name: open(os.path.join(folder, name), "rb").read()
private = serialization.load_pem_private_key(read("private.pem"), None)
public = private.public_key()
message = b"a letter\nof two lines\n"


def write(name, data):
    with open(os.path.join(folder, "python-" + name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


pkcs1 = padding.PKCS1v15()
oaep = lambda hash, mgf, label=None: padding.OAEP(mgf=padding.MGF1(mgf), algorithm=hash, label=label)
sha256 = hashes.SHA256()
url = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=")

pss = padding.PSS(mgf=padding.MGF1(hashes.SHA512()), salt_length=padding.PSS.MAX_LENGTH)
signature = b""
while not set(b"-_") & set(signature):  # else it could be Base64, too
    signature = url(private.sign(message, pss, hashes.SHA512()))
write("pss-max", signature)
write("hashed-twice", private.sign(hashlib.sha256(message).digest(), pkcs1, sha256))
write("hexdigest", private.sign(hashlib.sha256(message).hexdigest().encode(), pkcs1, sha256))
write("utf16", private.sign(message.decode().encode("utf-16"), pkcs1, sha256))
write("reversed", private.sign(message, pkcs1, hashes.SHA1())[::-1])
write("oaep-mixed", public.encrypt(b"hello", oaep(hashes.SHA512(), sha256)))
write("repr", repr(public.encrypt(b"hello", pkcs1)))
write("cut", public.encrypt(b"hello", pkcs1)[:200])
ciphertext = b"\0"
while ciphertext[0] == 0:  # a number lacks zeros at the start, which is another case
    ciphertext = public.encrypt(b"hello", oaep(sha256, sha256))
write("decimal", str(int.from_bytes(ciphertext, "big")))

body = b".".join(url(json.dumps(part).encode()) for part in ({"alg": "PS256"}, {"sub": "me"}))
pss = padding.PSS(mgf=padding.MGF1(sha256), salt_length=padding.PSS.MAX_LENGTH)
write("ps256-max", body + b"." + url(private.sign(body, pss, sha256)))
body = b".".join(url(json.dumps(part).encode()) for part in ({"alg": "HS256"}, {"sub": "me"}))
write("hs256", body + b"." + url(hmac.digest(read("public.pem"), body, "sha256")))
