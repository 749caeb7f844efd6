// The page finds the keys of a file as the command `inspect` does.
export * from "../../library/dist/formats/key-parts.js";
