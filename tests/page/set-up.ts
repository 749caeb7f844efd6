// After each test in a browser: its contexts are closed, and what crashed is reported.
import { afterEach } from "vitest";
import { endTest } from "./browser-process.ts";

afterEach(endTest);
