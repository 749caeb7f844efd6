// A worker with every library; the build bundles it into the script that the inline entry contains.
import "./rsa-variants-worker.js";
import "../blind/rsa-variants-blind-worker.js";
import "../security/rsa-variants-security-worker.js";
import "../xrsa/rsa-variants-xrsa-worker.js";
