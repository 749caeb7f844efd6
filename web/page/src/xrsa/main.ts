import "../common/styles/index.ts";
