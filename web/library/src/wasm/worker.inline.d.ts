// The script of a worker with every library. The build bundles it into the compiled library.
declare const script: string;
export default script;
