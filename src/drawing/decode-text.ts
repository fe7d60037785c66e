/**
 * The text of a drawing: UTF-16 with its mark, UTF-8, or else the code page that the file names. Texts of a code page are
 * seldom UTF-8 by chance. Bytes of a page that no decoder knows become `�`.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const decoder = decoderOf(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return eastAsian.has(decoder?.encoding ?? '') && isByChance(text) ? decoder!.decode(bytes) : text;
  } catch {
    // Without a decoder: UTF-8 keeps the letters of ASCII.
    return (decoder ?? new TextDecoder()).decode(bytes);
  }
}

const eastAsian = new Set(['shift_jis', 'gbk', 'euc-kr', 'big5']);

/** Many pairs of bytes of East Asian pages are other letters in UTF-8. East Asian ones take three bytes there. */
const isByChance = (text: string): boolean => /[\u0080-\u07ff]/.test(text) && !/[\u0800-\uffff]/.test(text);

/** The header of a DXF, and the declaration of an XML file, stand at its beginning. */
const headLength = 65_536;
const named = /\$DWGCODEPAGE\s+3\s+([\w-]+)|^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w-]+)/i;

/** Null: nobody here knows the named code page. */
function decoderOf(bytes: Uint8Array): TextDecoder | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, headLength));
  const [, dxf, xml] = named.exec(head) ?? [];
  try {
    return new TextDecoder(xml ?? labelOf(dxf ?? 'ascii'));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** By the numbers of Windows and the names of AutoCAD. */
const labels: Readonly<Record<string, string>> = {
  ascii: 'windows-1252',
  '932': 'shift_jis',
  '936': 'gbk',
  gb2312: 'gbk',
  '949': 'euc-kr',
  ksc5601: 'euc-kr',
  '950': 'big5',
  'mac-roman': 'macintosh',
  dos866: 'ibm866',
};

function labelOf(codePage: string): string {
  const name = codePage.toLowerCase().replace(/^ansi_?/, '');
  if (Object.hasOwn(labels, name)) return labels[name]!;
  if (/^(125\d|874)$/.test(name)) return `windows-${name}`;
  return name.replace(/^iso8859/, 'iso-8859');
}
