//! The ciphers of encrypted keys: AES and Triple DES in CBC mode, AES in CTR and GCM mode, ChaCha20-Poly1305.

use zeroize::Zeroizing;

pub(super) use ssh_cipher::{Cipher, Tag};

/// Decrypts data in CBC mode and removes the padding (RFC 8018, section 6.1.1). `None` if the padding is wrong, as with nearly
/// every wrong password.
pub(super) fn decrypt_padded(cipher: Cipher, key: &[u8], iv: &[u8], data: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let mut data = Zeroizing::new(data.to_vec());
    cipher.decrypt(key, iv, &mut data, None).ok()?;
    let count = usize::from(*data.last()?);
    let filling = data.len().checked_sub(count).filter(|_| (1..=cipher.block_size()).contains(&count))?;
    if data[filling..].iter().any(|byte| usize::from(*byte) != count) {
        return None;
    }
    data.truncate(filling);
    Some(data)
}

/// Encrypts data in CBC mode, with padding to whole blocks.
pub(super) fn encrypt_padded(cipher: Cipher, key: &[u8], iv: &[u8], data: &[u8]) -> Vec<u8> {
    let filling = cipher.block_size() - data.len() % cipher.block_size();
    // Memory that grows would leave copies.
    let mut padded = Vec::with_capacity(data.len() + filling);
    padded.extend(data);
    padded.extend(core::iter::repeat_n(filling as u8, filling));
    cipher.encrypt(key, iv, &mut padded).expect("the lengths of the cipher, and whole blocks");
    padded
}
