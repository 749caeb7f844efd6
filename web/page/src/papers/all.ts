import { biswas } from "./biswas.ts";
import { dang } from "./dang.ts";
import { hansen } from "./hansen.ts";
import { ijafrc } from "./ijafrc.ts";
import { paixao } from "./paixao.ts";
import type { Paper } from "./paper.ts";

/** The five papers, in the order of the library's sources. */
export const papers: readonly Paper[] = [hansen, paixao, biswas, ijafrc, dang];
