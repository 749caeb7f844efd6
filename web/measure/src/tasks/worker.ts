import { load } from "../load.ts";
import { answerRequests } from "../worker-client.ts";
import type { MeasureEvent, MeasureRequest } from "./protocol.ts";
import { measure } from "./session.ts";

answerRequests<MeasureRequest, MeasureEvent>((request, emit) =>
  measure(request, {
    now: () => performance.now(),
    load: (build) => load({ build }),
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    emit,
  }),
);
