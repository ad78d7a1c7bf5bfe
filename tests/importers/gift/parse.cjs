// Parses GIFT from standard input with gift-pegjs and prints the result as JSON.
// The first argument is the folder that setup.sh created.
const path = require("path");
const { parse } = require(path.join(process.argv[2], "node_modules", "gift-pegjs"));

let text = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part) => (text += part));
process.stdin.on("end", () => {
  try {
    process.stdout.write(JSON.stringify(parse(text)));
  } catch (error) {
    const at = error.location ? ` at line ${error.location.start.line}` : "";
    process.stderr.write(`gift-pegjs: ${error.message}${at}\n`);
    process.exit(1);
  }
});
