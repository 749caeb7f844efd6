// A worker with every library; the build bundles it into the script that the inline entry contains.
import "./rsa-worker.js";
import "../blind/worker.js";
import "../security/worker.js";
import "../xrsa/worker.js";
