import "./trusted-scripts.ts";

/** Asks the service worker to keep the files of this place: see service-worker.js. */
async function keepPlace({ serviceWorker }: Navigator): Promise<void> {
  await serviceWorker.register(new URL(/* @vite-ignore */ "../sw.js", import.meta.url)); // scripts are in a folder of the site
  const { active } = await serviceWorker.ready;
  active?.postMessage("keep");
}

// Browsers have service workers only in secure contexts. The page works without one, and starts first.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => keepPlace(navigator).catch(() => {}));
}
