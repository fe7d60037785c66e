/** Colours that stay apart: hues stepped by the golden angle, so that neighbours in a list never look alike. */

const goldenAngle = 137.508;

/** The fill of the `index`-th item, `#rrggbb`, light enough for dark text on it. */
export function distinctColor(index: number): string {
  const hue = (index * goldenAngle + 20) % 360;
  const lightness = [0.72, 0.63, 0.8][index % 3] ?? 0.72;
  return hslToHex(hue, 0.52, lightness);
}

function hslToHex(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
