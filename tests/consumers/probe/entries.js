import * as main from "rsa-variants";
import * as doctor from "rsa-variants/doctor";
import * as files from "rsa-variants/files";
import * as security from "rsa-variants/security";
import * as theory from "rsa-variants/theory";
import * as xrsa from "rsa-variants/xrsa";
import { probe } from "./probe.js";

/** The report of the probe with every entry. */
export const run = () => probe({ main, doctor, files, security, theory, xrsa });
