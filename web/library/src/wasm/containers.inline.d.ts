// The gzipped module in base64. The build writes it into the compiled library.
declare const base64: string;
export default base64;
