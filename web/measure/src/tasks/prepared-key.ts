import type { KeyComponents, KeyParams } from "rsa-variants";

/**
 * A Scheme A key of 1024 bits, because its generation is slow. TEST KEY: its private numbers are public, so use it only for
 * measurements.
 */
export const schemeA1024: { readonly params: KeyParams; readonly components: KeyComponents } = {
  params: { variant: "scheme-a", modulusLength: 1024, crtExponentLength: 160 },
  components: {
    modulus: BigInt(
      "0xc7840d4eea518afda95a7a799a964d3cfea085830e9cb1f936c746455a89ce589bb2081285e6d1befda5e314913472a358f9" +
        "3367758be3e0f7022e0cf587d7c84d0d8d6309db547cbd9ae8e61e00038fb49c0b53eef05d4faded6bb46c50db219868720e" +
        "9d72beb7ae45e4fdc8a8b4c73e0dfccb41f30d947e03484ded08e1a3",
    ),
    publicExponents: [
      BigInt(
        "0x8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" +
          "000000000000000000000000000000000000000001",
      ),
    ],
    privateExponent: BigInt(
      "0x7ac76aa6b794a44d548672c0fcab43393201648ece1374c3168890aa9f3bf595a871be2c65c3f33c66c3093e555d86f60c2a" +
        "c6e2ec05ab3b2b1508a5836749b53fdd79b1e6394b9728c9de0b478f1f2d6a5628f014a155ed58b7a6575b59fa9801565c65" +
        "98dc207cb67a5c40451dc229f077c8592ab000aba56c7695f9dd22d",
    ),
    primes: [
      BigInt(
        "0xf39a1eba6b8c2e7aa08904674ad8fbb09e45c06147c1e1a313f3d9e32a613f984806de587bc7e342bfd90055a668cd744e73" +
          "8e1645204bbec8cc47df46af6917",
      ),
      BigInt(
        "0xd1ab88e788320b2c7ac9dbac7ede7535498a486c85a84ff02d4aed83d354ebedfb7edd6178869bd6537ffa341fec15af90e9" +
          "0acd7975b9f56e3fe5408d510b55",
      ),
    ],
    crtExponents: [0x133b65658e73999e25ac9c4450397c3bd408f7b29n, 0xdb02a4ddcb013895e3c94bbd7cea7324a82537cdn],
    crtCoefficients: [
      BigInt(
        "0xa0fe7d84cbebf0f0300a830a2b9cc2d280958c923b6815954535ef509adbcac268833b62c6c67a9fddf6ca6181b45c3d7b15" +
          "2237f02cf0cf65a62b3f3cd33542",
      ),
    ],
  },
};
