import * as powers from "modular-powers";
import * as main from "rsa-variants";
import * as blind from "rsa-variants/blind";
import * as doctor from "rsa-variants/doctor";
import * as files from "rsa-variants/files";
import * as security from "rsa-variants/security";
import * as theory from "rsa-variants/theory";
import * as xrsa from "rsa-variants/xrsa";
import { probe } from "./probe.js";

/** The report of the probe with every entry of both packages. */
export const run = () => probe({ main, blind, doctor, files, security, theory, xrsa, powers });
