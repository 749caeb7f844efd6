// A worker with every library: the build bundles it into the text that the inline entry carries.
import "./rsa-worker.js";
import "../security/worker.js";
import "../xrsa/worker.js";
