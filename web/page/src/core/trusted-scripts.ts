/** What Trusted Types need of browsers; TypeScript's library has no types for them. */
interface TrustingScope {
  readonly trustedTypes?: {
    createPolicy(name: "default", rules: { createScriptURL(address: string): string }): unknown;
  };
}

// The page's CSP requires Trusted Types. Its own workers and its service worker start from its own files alone.
(globalThis as TrustingScope).trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError(`${address} is no script of this page`);
  },
});
