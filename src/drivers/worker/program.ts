/** A Node program and what it is started with. */
export interface NodeProgram {
  file: string;
  argv: string[];
}

const word = /^(?:'([^']*)'|"([^"$`\\]*)"|([\w./:=@%+,-]+))(?:\s+|$)/;

/** The program in a command such as `node adapter.mjs --verbose`; null when a shell would do more than start Node with a file. */
export function programIn(command: string): NodeProgram | null {
  const words: string[] = [];
  let rest = command.trim();
  while (rest !== "") {
    const found = word.exec(rest);
    if (found === null) return null;
    words.push(found[1] ?? found[2] ?? found[3] ?? "");
    rest = rest.slice(found[0].length);
  }
  const [node, file, ...argv] = words;
  if (node === undefined || file === undefined || !/(?:^|\/)node$/.test(node)) return null;
  return file.startsWith("-") ? null : { file, argv };
}
