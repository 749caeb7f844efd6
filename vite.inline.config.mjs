export default { build: { outDir: "inline-dist", rolldownOptions: { input: "inline.html" } } };
