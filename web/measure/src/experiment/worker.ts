import { load } from "../load.ts";
import { answerRequests } from "../worker-client.ts";
import type { ExperimentEvent, ExperimentRequest } from "./protocol.ts";
import { runExperiment } from "./session.ts";

answerRequests<ExperimentRequest, ExperimentEvent>(async (request, emit) =>
  runExperiment(request, { rsa: await load(), now: () => performance.now(), emit }),
);
