import { copyBytes } from "../../bytes.js";
import { invalid } from "../../errors.js";
import { checkOptions } from "../../options.js";
import { checkWebCrypto } from "../../platform/web-crypto.js";
import {
  type ByteStream,
  type FileDecryptionKey,
  type FileEncryptionKey,
  type FileOptions,
  fileNames,
  fileStream,
  keysOf,
  mostKeys,
} from "../stream.js";
import { checkRoom, importFileKey, unwrap, wrap } from "./file-key.js";
import { checkRecipients, extendedHeader, HeaderReader } from "./header.js";

/**
 * Adds recipients to an encrypted file. Only its header becomes longer: the content is copied as it is, without decrypting or checking
 * it. Nobody can be removed again, because everyone who could decrypt the file may have kept its key.
 *
 * @param privateKey the private key of a recipient, or a list of up to 64, of which one fits
 * @param publicKey the public key of the new recipient, or a list of several; a file has at most 64 recipients
 * @param options progress and a signal
 * @returns a transform stream from the file of `encryptStream` to one for more recipients. It fails with an `RsaError`:
 * `decryption-failed` for the wrong key, `damaged-file` for a changed header, `unsupported-format` for another kind of file,
 * `invalid-params` for too many recipients; or with the reason of `signal`
 * @throws RsaError as for `encryptStream`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { addRecipientsStream, decryptStream, encryptStream } from "rsa-variants/files";
 * const rsa = await load();
 * const [anna, ben] = [1, 2].map(() => rsa.generateKey({ variant: "crt", modulusLength: 2048 }));
 * const file = new Blob(["a file"]).stream().pipeThrough(encryptStream(anna.publicKey));
 * const forBoth = file.pipeThrough(addRecipientsStream(anna, ben.publicKey));
 * console.log(await new Response(forBoth.pipeThrough(decryptStream(ben))).text()); // a file
 * ```
 */
export function addRecipientsStream(
  privateKey: FileDecryptionKey | readonly FileDecryptionKey[],
  publicKey: FileEncryptionKey | readonly FileEncryptionKey[],
  options: FileOptions = {},
): ByteStream {
  const [privateKeys, added] = [keysOf(privateKey, "decrypt"), keysOf(publicKey, "encrypt")];
  checkOptions(options, fileNames, "{ signal }");
  checkWebCrypto("files need");
  for (const recipient of added) checkRoom(recipient);
  const reader = new HeaderReader();
  let isRead = false;
  return fileStream(options, {
    async push(chunk, emit) {
      if (isRead) return emit(copyBytes(chunk));
      const header = reader.push(chunk);
      if (header === undefined) return;
      const count = header.wrappedKeys.length + added.length;
      if (count > mostKeys)
        throw invalid("publicKey", `would make ${count} recipients, but a file has at most ${mostKeys}`);
      const fileKey = await unwrap(privateKeys, header.wrappedKeys, options.signal);
      const wrapped = await wrap(added, fileKey, options.signal);
      const key = await importFileKey(fileKey);
      await checkRecipients(header, key);
      emit(await extendedHeader(header, wrapped, key));
      isRead = true;
      if (reader.rest.length > 0) emit(copyBytes(reader.rest));
    },
    async end() {
      if (!isRead) throw reader.cutShort();
    },
    dispose: () => {},
  });
}
