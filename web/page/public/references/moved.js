// The place References became Papers, with the same anchors.
location.replace(`../papers/${location.search}${location.hash}`);
