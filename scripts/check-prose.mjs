// Finds sentences of comments, messages and documents that break the rule "Plain English" of CONTRIBUTING.md: more than 25
// words, or a bare "what", "who" or "that" as the subject. It cannot count relative clauses; --hints lists likely cases.
// usage: node scripts/check-prose.mjs [--hints] [PATH...]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const mostWords = 25;
const code = /\.(ts|tsx|mts|mjs|cjs|js|css|proto|go|java)$/;
const hashed = /\.(py|sh|ya?ml)$/;
// Also left out: the nesting journal, a diary whose entries stay unchanged.
const leftOut =
  /^(gen|third_party|models)\/|^bench\/nesting\/journal\.md$|^\.ci\/contract\/|^clients\/[a-z]+\/(gen|src\/gen)\/|-lock\.json$/;

/** Runs of prose of a file, each with the number of its first line. */
function passages(path, text) {
  if (path.endsWith('.md')) return markdownPassages(text);
  if (code.test(path))
    return [...commentPassages(text, /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?\s*$/), ...messages(text)];
  if (hashed.test(path)) return commentPassages(text, /^\s*#(?!!)\s?(.*)$/);
  return [];
}

function commentPassages(text, pattern) {
  const found = [];
  let run = null;
  const end = () => {
    if (run) found.push(run);
    run = null;
  };
  text.split('\n').forEach((line, index) => {
    const said = pattern.exec(line)?.[1].replace(/^@\w+\s*(?:\{[^}]*\}\s*)?/, '\u0000');
    if (
      said === undefined ||
      said.trim() === '' ||
      /^\s*(biome-ignore|#region|usage:|[-*|]\s)|^ {2,}\S/.test(said.replace('\u0000', ''))
    ) {
      end();
      if (said && /^\s*[-*]\s/.test(said)) run = { line: index + 1, text: said.replace(/^\s*[-*]\s/, '') };
      return;
    }
    if (said.startsWith('\u0000')) end();
    const words = said.replace('\u0000', '');
    if (run) run.text += ` ${words}`;
    else run = { line: index + 1, text: words };
  });
  end();
  return found;
}

/** String literals that read as sentences: they reach a user. */
function messages(text) {
  const found = [];
  text.split('\n').forEach((line, index) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return;
    for (const [, , words] of line.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.){20,})\1/g)) {
      if (/^[A-Z][a-z]* [a-z]/.test(words)) found.push({ line: index + 1, text: words });
    }
  });
  return found;
}

function markdownPassages(text) {
  const found = [];
  let run = null;
  let isFenced = false;
  const end = () => {
    if (run) found.push(run);
    run = null;
  };
  text.split('\n').forEach((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced || /^\s*(```|~~~|\||#|!\[|<|---|$)/.test(line)) {
      end();
      return;
    }
    const item = /^\s*(?:[-*]|\d+\.|>)\s+(.*)$/.exec(line);
    if (item) {
      end();
      run = { line: index + 1, text: item[1] };
    } else if (run) run.text += ` ${line.trim()}`;
    else run = { line: index + 1, text: line.trim() };
  });
  end();
  return found;
}

function sentences(text) {
  const plain = text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\{@link ([^}]*)\}/g, 'code')
    .replace(/\$\{[^}]*\}/g, 'value')
    .replace(/\b(e\.g|i\.e|etc|vs|pp|vol|no|cf|al)\./gi, '$1')
    .replace(/https?:\S+/g, 'link');
  return plain.split(/(?<=[.!?:;])\)?\s+|\s+-\s+/).filter((sentence) => /[a-z]/i.test(sentence));
}

const wordsOf = (sentence) => sentence.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word));
const isBareSubject = (sentence) =>
  /^(What|Who|Whoever|Whatever)\s|^That (is|was|has|had|will|would|can|may|must|does|did|makes|gives|takes|keeps|means|costs|holds|depends)\b/.test(
    sentence,
  ) && !/[?:]$/.test(sentence.trim());
const mayHaveTwoClauses = (sentence) =>
  (sentence.match(/\b(which|who|whose|whom|what)\b|(?<=[a-z] )that (?=\w+s?\b)/g) ?? []).length > 1;

const isHinting = process.argv.includes('--hints');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = execFileSync('git', ['ls-files', '-z', '--', ...wanted], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
let faults = 0;
for (const path of files.filter((file) => !leftOut.test(file) && /\.\w+$/.test(file))) {
  if (!path.endsWith('.md') && !code.test(path) && !hashed.test(path)) continue;
  for (const { line, text } of passages(path, readFileSync(path, 'utf8'))) {
    for (const sentence of sentences(text)) {
      const words = wordsOf(sentence).length;
      const fault =
        words > mostWords
          ? `${words} words`
          : isBareSubject(sentence)
            ? 'bare subject'
            : isHinting && mayHaveTwoClauses(sentence)
              ? 'two clauses?'
              : '';
      if (!fault) continue;
      faults++;
      console.log(`${path}:${line}: ${fault}: ${sentence.trim()}`);
    }
  }
}
console.log(faults === 0 ? 'plain English: nothing found' : `plain English: ${faults} sentences to mend`);
process.exitCode = faults === 0 ? 0 : 1;
