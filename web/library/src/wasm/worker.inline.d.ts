// The script of a worker with every library: bundled by the build beside the compiled library.
declare const script: string;
export default script;
