#!/bin/sh
# Makes the keys in this folder with OpenSSL 3, OpenSSH 9.2, PuTTY 0.78 and Java 17. They are only for tests. Every file starts with the
# command that made it.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# make NAME COMMAND…: the command's output, below the command.
make() {
  name=$1
  shift
  echo "$name"
  { echo "TEST KEY: $*"; "$@" 2>/dev/null; } | sed "s|$work/||g" >"$name.pem"
}

make primes-2 openssl genrsa -traditional 1024
make primes-3 openssl genrsa -traditional -primes 3 1024
make primes-4 openssl genrsa -traditional -primes 4 4096
make primes-5 openssl genrsa -traditional -primes 5 8192
# e = 2^299 + 9
make long-exponent openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -pkeyopt \
  rsa_keygen_pubexp:1018517988167243043134222844204689080525734196832968125318070224677190649881668353091698697
make exponent-3 openssl genrsa -traditional -3 1024
make small openssl genrsa -traditional 512

make pkcs8-2 openssl pkcs8 -topk8 -nocrypt -in primes-2.pem
make pkcs8-3 openssl pkcs8 -topk8 -nocrypt -in primes-3.pem
make public-spki openssl rsa -in primes-2.pem -pubout
make public-pkcs1 openssl rsa -in primes-2.pem -RSAPublicKey_out

encrypt="openssl pkcs8 -topk8 -passout pass:secret -in primes-2.pem"
make encrypted $encrypt
make encrypted-aes128-sha1 $encrypt -v2 aes-128-cbc -v2prf hmacWithSHA1
make encrypted-aes192-sha512 $encrypt -v2 aes-192-cbc -v2prf hmacWithSHA512
make encrypted-scrypt $encrypt -scrypt
make encrypted-one-iteration $encrypt -iter 1
make encrypted-too-dear $encrypt -iter 10000001
make encrypted-scrypt-too-dear $encrypt -scrypt -scrypt_N 16384 -scrypt_r 8 -scrypt_p 9
make encrypted-des3 $encrypt -v2 des3
make encrypted-pbes1 $encrypt -v1 PBE-SHA1-3DES
for function in SHA224 SHA384 SHA512-224 SHA512-256; do
  make "encrypted-aes256-$(echo "$function" | tr A-Z a-z)" $encrypt -v2 aes-256-cbc -v2prf "hmacWith$function"
done
legacy="-provider legacy -provider default"
make encrypted-md5-des $encrypt -v1 PBE-MD5-DES $legacy
make encrypted-rc2-40 $encrypt -v1 PBE-SHA1-RC2-40 $legacy
for cipher in aes128 aes192 des3; do
  make "encrypted-traditional-$cipher" openssl rsa -in primes-2.pem -traditional "-$cipher" -passout pass:secret
done
make encrypted-traditional-des openssl rsa -in primes-2.pem -traditional -des -passout pass:secret $legacy
make encrypted-traditional openssl rsa -in primes-2.pem -traditional -aes256 -passout pass:secret

openssl req -x509 -new -key primes-2.pem -subj /CN=test -out "$work/certificate.pem" 2>/dev/null
openssl pkcs12 -export -inkey primes-2.pem -in "$work/certificate.pem" -name test -passout pass: -out "$work/bag.p12"
make bag-attributes openssl pkcs12 -in "$work/bag.p12" -passin pass: -nodes
make certificate openssl x509 -in "$work/certificate.pem"

make request openssl req -new -key primes-2.pem -subj /CN=test
# Without extensions it has version 1, whose structure starts differently.
make certificate-v1 openssl x509 -req -in request.pem -signkey primes-2.pem

make rsa-pss openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024
make ec openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
make ec-traditional openssl ec -in ec.pem
make ec-public openssl pkey -in ec.pem -pubout
make certificate-ec openssl req -x509 -new -key ec.pem -subj /CN=test
make ed25519 openssl genpkey -algorithm ED25519
make dsa-parameters openssl genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:1024
make dsa openssl genpkey -paramfile dsa-parameters.pem
make dsa-traditional openssl pkey -traditional -in dsa.pem
rm dsa-parameters.pem
make rsa-pss-restricted openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 \
  -pkeyopt rsa_pss_keygen_md:sha256 -pkeyopt rsa_pss_keygen_mgf1_md:sha256 -pkeyopt rsa_pss_keygen_saltlen:32
make rsa-pss-public openssl pkey -in rsa-pss-restricted.pem -pubout
make certificate-pss openssl req -x509 -new -key rsa-pss-restricted.pem -subj /CN=test

# ssh NAME OPTION…: a private key as ssh-keygen writes it, in NAME.pem. A single round keeps tests short.
ssh() {
  name=$1
  shift
  echo "$name"
  if [ "$1" = -p ]; then (umask 077 && cp primes-2.pem "$work/$name"); fi
  ssh-keygen -q "$@" -a 1 -C test -f "$work/$name" >/dev/null
  { echo "TEST KEY: ssh-keygen $* -a 1 -C test"; cat "$work/$name"; } >"$name.pem"
}

ssh openssh -p -N ''
for cipher in aes256-ctr aes256-cbc aes256-gcm@openssh.com chacha20-poly1305@openssh.com 3des-cbc; do
  ssh "openssh-${cipher%%@*}" -p -N secret -Z "$cipher"
done
ssh openssh-ed25519 -t ed25519 -N ''
make openssh-public ssh-keygen -y -f "$work/openssh"

# putty NAME OPTION…: the same key as puttygen (PuTTY 0.78) writes it.
putty() {
  name=$1
  shift
  echo "$name"
  puttygen "$work/openssh" "$@" -C test -o "$work/$name" -O private
  cp "$work/$name" "$name.pem"
}
printf secret >"$work/passphrase"
putty putty
putty putty-2 --ppk-param version=2
putty putty-2-encrypted --ppk-param version=2 --new-passphrase "$work/passphrase"
putty putty-encrypted --new-passphrase "$work/passphrase"
for kind in id i d; do
  putty "putty-argon2$kind" --ppk-param "kdf=argon2$kind,memory=64,passes=2,parallelism=2" --new-passphrase "$work/passphrase"
done

# p12 NAME COMMAND…: PKCS #12 that the command writes to out.p12, as PEM.
p12() {
  name=$1
  shift
  echo "$name"
  "$@" >/dev/null 2>&1
  {
    echo "TEST KEY: $*"
    echo "-----BEGIN PKCS12-----"
    openssl base64 -in "$work/out.p12"
    echo "-----END PKCS12-----"
  } | sed "s|$work/||g" >"$name.pem"
}

export="openssl pkcs12 -export -inkey primes-2.pem -in certificate.pem -out $work/out.p12 -name label"
p12 pkcs12 $export -passout pass:secret
p12 pkcs12-one-iteration $export -passout pass:secret -iter 1
p12 pkcs12-sha512 $export -passout pass:secret -keypbe AES-128-CBC -certpbe AES-192-CBC -macalg sha512
p12 pkcs12-3des $export -passout pass:secret -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1
p12 pkcs12-key-only $export -passout pass:secret -nocerts
p12 pkcs12-certificate-only openssl pkcs12 -export -nokeys -in certificate.pem -out "$work/out.p12" -passout pass:secret
p12 pkcs12-without-mac $export -passout pass:secret -nomac
p12 pkcs12-empty-password $export -passout pass:
p12 pkcs12-empty-password-3des $export -passout pass: -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1
p12 pkcs12-plain $export -passout pass: -keypbe NONE -certpbe NONE -nomac
# As OpenSSL 1.1 and older versions of Windows write it: the key with Triple DES, the certificate with RC2.
p12 pkcs12-rc2 $export -passout pass:secret -legacy
p12 pkcs12-rc2-key $export -passout pass:secret -legacy -keypbe PBE-SHA1-RC2-40

# java NAME OPTION…: the same key twice, with the names one and two, in a store of keytool.
java() {
  name=$1
  shift
  rm -f "$work/out.p12"
  for alias in one two; do
    openssl pkcs12 -export -inkey primes-2.pem -in certificate.pem -out "$work/$alias.p12" -name $alias -passout pass:secret
    p12 "$name" keytool "$@" -importkeystore -noprompt -srckeystore "$work/$alias.p12" -srcstorepass secret \
      -destkeystore "$work/out.p12" -deststorepass secret -deststoretype PKCS12
  done
}
java pkcs12-java
# As Java 8 writes it.
java pkcs12-java-legacy -J-Dkeystore.pkcs12.legacy
