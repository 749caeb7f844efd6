//! Sorting a few items.

/// A stable insertion sort, for a few dozen items at most. The standard library's sort would add several kilobytes for each type
/// to the WebAssembly module of the verdicts.
pub(crate) fn sort_few<T>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        for index in (1..=end).rev() {
            if !is_before(&items[index], &items[index - 1]) {
                break;
            }
            items.swap(index, index - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_the_standard_library(items in prop::collection::vec((0u8..4, any::<u8>()), 0..20)) {
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_few(&mut sorted, |a, b| a.0 < b.0);
            expected.sort_by_key(|item| item.0);
            prop_assert_eq!(sorted, expected);
        }
    }
}
