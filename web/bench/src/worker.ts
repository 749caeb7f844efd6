import { answerRequests } from "@rsa-variants/measure/worker-client";
import type { BenchEvent, PartRequest } from "./protocol.ts";
import { measurePart } from "./session.ts";

answerRequests<PartRequest, BenchEvent>(async (part, emit) => {
  const result = await measurePart(part, (text) => emit({ type: "progress", text }));
  emit({ type: "result", result });
});
