interface Links {
  readonly doi?: string;
  /** The number in the IACR's Cryptology ePrint Archive. */
  readonly eprint?: string;
  readonly arXiv?: string;
  /** Its page or file, if it has no identifier. */
  readonly web?: string;
}

/**
 * By short name. Another page confirms each identifier, except those of Williams 1980 and of Yilek and others, which follow from the
 * publishers' numbers; nor has the address of the patent been read.
 */
export const links: Readonly<Record<string, Links>> = {
  "Aumüller and others 2002": { doi: "10.1007/3-540-36400-5_20", eprint: "2002/073" },
  "Bernstein 1998": { doi: "10.1090/S0025-5718-98-00952-1" },
  "Bernstein and others 2013": { doi: "10.1007/978-3-642-42045-0_18", eprint: "2013/599" },
  "Bleichenbacher, May 2006": { doi: "10.1007/11745853_1" },
  "Boneh, DeMillo, Lipton 1997": { doi: "10.1007/3-540-69053-0_4" },
  "Boneh, Durfee 1999": { doi: "10.1007/3-540-48910-X_1" },
  "Boneh, Durfee, Howgrave-Graham 1999": { doi: "10.1007/3-540-48405-1_21" },
  "Collins and others 1997": { web: "https://patents.google.com/patent/US5848159A/en" },
  "Coppersmith 1997": { doi: "10.1007/s001459900030" },
  "Dang, Li, Chen 2021": { doi: "10.1109/ICPADS53394.2021.00085" },
  "DeLaurentis 1984": { doi: "10.1080/0161-118491859060" },
  "Fiat 1989": { doi: "10.1007/0-387-34805-0_17" },
  "Galbraith, Heneghan, McKee 2005": { doi: "10.1007/11506157_24" },
  "Hansen, Larsen, Olsen 2009": { arXiv: "1001.2249" },
  "Håstad 1988": { doi: "10.1137/0217019" },
  "Heninger and others 2012": {
    web: "https://www.usenix.org/conference/usenixsecurity12/technical-sessions/presentation/heninger",
  },
  "Hinek 2006": { web: "https://cacr.uwaterloo.ca/techreports/2006/cacr2006-16.pdf" },
  "Kocher 1996": { doi: "10.1007/3-540-68697-5_9" },
  "Lehman 1974": { doi: "10.1090/S0025-5718-1974-0340163-2" },
  "Lenstra 1987": { doi: "10.2307/1971363" },
  "Lenstra 2001": { doi: "10.1007/3-540-45682-1_5" },
  "Lu and others 2015": { doi: "10.1007/978-3-662-48797-6_9", eprint: "2014/343" },
  "May, Nowakowski, Sarkar 2021": { doi: "10.1007/978-3-030-92062-3_4", eprint: "2021/972" },
  "NIST 2019": { doi: "10.6028/NIST.SP.800-56Br2" },
  "NIST 2023": { doi: "10.6028/NIST.FIPS.186-5" },
  "Nemec and others 2017": { doi: "10.1145/3133956.3133969" },
  "Pollard 1974": { doi: "10.1017/S0305004100049252" },
  "Rivest, Shamir, Adleman 1978": { doi: "10.1145/359340.359342" },
  "Sedlacek and others 2019": { doi: "10.5220/0007786600250036" },
  "Shacham, Boneh 2001": { doi: "10.1007/3-540-45353-9_3" },
  "Simmons 1983": { doi: "10.1080/0161-118391857900" },
  "Steinfeld, Zheng 2004": { doi: "10.1007/s00200-004-0164-6" },
  "Takagi 1998": { doi: "10.1007/BFb0055738" },
  "Takayasu, Lu, Peng 2019": { doi: "10.1007/s00145-018-9282-3" },
  "Wiener 1990": { doi: "10.1109/18.54902" },
  "Williams 1980": { doi: "10.1109/TIT.1980.1056264" },
  "Williams 1982": { doi: "10.1090/S0025-5718-1982-0658227-7" },
  "Yen, Joye 2000": { doi: "10.1109/12.869328" },
  "Yilek and others 2009": { doi: "10.1145/1644893.1644896" },
  "Zhou and others 2022": { doi: "10.1007/978-3-031-22972-5_18", eprint: "2022/1163" },
};

/** What a publication without an address says. */
export const noAddress = "No DOI found in November 2026";
