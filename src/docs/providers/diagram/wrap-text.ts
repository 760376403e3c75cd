/**
 * As few lines of at most so many letters as there can be, as equal as they can be, broken between words where that is
 * possible. Wide signs count as two letters.
 */
export function wrapText(text: string, letters: number): string[] {
  let lines = fill(text, letters);
  for (let fewer = letters - 1; fewer >= letters / 2; fewer--) {
    const narrower = fill(text, fewer);
    if (narrower.length > lines.length || hasCutWord(text, narrower)) break;
    lines = narrower;
  }
  return lines;
}

/** Whether a line ends within a word. */
function hasCutWord(text: string, lines: readonly string[]): boolean {
  return lines.join(" ") !== text;
}

function fill(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => pieces(long, letters))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && lengthOf(longer) > letters) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A word cut where it is too long, after a `/`, `_`, `-`, `?` or `&` if there is one late enough. */
function pieces(word: string, letters: number): string[] {
  const cut: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (lengthOf(piece + letter) > letters) {
      const at = Math.max(...["/", "_", "-", "?", "&", ".", "="].map((sign) => piece.lastIndexOf(sign))) + 1;
      const end = at > letters / 3 ? at : piece.length;
      cut.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += letter;
  }
  return [...cut, piece];
}

function lengthOf(text: string): number {
  let length = 0;
  for (const letter of text)
    length +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
        letter,
      )
        ? 2
        : 1;
  return length;
}
