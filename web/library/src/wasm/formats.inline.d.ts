// The module as base64 of its gzip: written by the build beside the compiled library.
declare const base64: string;
export default base64;
