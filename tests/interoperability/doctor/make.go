// Makes the cases of Go for doctor.test.ts: go run make.go FOLDER. The folder has private.pem and public.pem.
package main

import (
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	folder := os.Args[1]
	block, _ := pem.Decode(must(os.ReadFile(filepath.Join(folder, "private.pem"))))
	private := must(x509.ParsePKCS8PrivateKey(block.Bytes)).(*rsa.PrivateKey)
	public := &private.PublicKey
	message := []byte("a letter\nof two lines\n")
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(folder, "go-"+name), data, 0o600); err != nil {
			panic(err)
		}
	}
	digest := sha256.Sum256(message)

	write("oaep-orders", must(rsa.EncryptOAEP(sha256.New(), rand.Reader, public, message, []byte("orders"))))
	write("oaep-sha1", []byte(base64.StdEncoding.EncodeToString(must(rsa.EncryptOAEP(sha1.New(), rand.Reader, public, message, nil)))))
	write("pss-auto", must(rsa.SignPSS(rand.Reader, private, crypto.SHA256, digest[:], nil)))
	write("unhashed", must(rsa.SignPKCS1v15(nil, private, 0, message)))
	long := sha512.Sum512(message)
	write("sha512", must(rsa.SignPKCS1v15(nil, private, crypto.SHA512, long[:])))
	windows := sha256.Sum256([]byte(strings.ReplaceAll(string(message), "\n", "\r\n")))
	write("crlf", must(rsa.SignPKCS1v15(nil, private, crypto.SHA256, windows[:])))
	for {
		ciphertext := must(rsa.EncryptPKCS1v15(rand.Reader, public, message))
		if ciphertext[0] == 0 {
			write("big-int", new(big.Int).SetBytes(ciphertext).Bytes())
			break
		}
	}
	key := make([]byte, 32)
	nonce := make([]byte, 12)
	rand.Read(key)
	sealed := must(cipher.NewGCM(must(aes.NewCipher(key)))).Seal(nil, nonce, message, nil)
	wrapped := must(rsa.EncryptOAEP(sha256.New(), rand.Reader, public, key, nil))
	write("own-hybrid", append(append(wrapped, nonce...), sealed...))
}
