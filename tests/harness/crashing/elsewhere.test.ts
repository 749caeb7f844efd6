import { expect, it } from "vitest";
import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    crash(): Promise<void>;
  }
}

it("passes where the browser lives", async () => {
  await commands.crash();
  expect(window.document).toBeDefined();
});
