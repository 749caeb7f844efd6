/** The browsers that the page names, by the word of the user agent that has their version; the first that is found counts. */
const browsers = [
  ["Edge", /\bEdg\/(\d+)/],
  ["Firefox", /\bFirefox\/(\d+)/],
  ["Chromium", /\bHeadlessChrome\/(\d+)/],
  ["Chrome", /\bChrome\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
] as const;

/** A browser's name and version from its user agent: "Firefox 155". */
export function browserName(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "another browser";
}
