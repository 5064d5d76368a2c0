/** First letter large, no full stop added. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
