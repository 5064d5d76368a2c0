/** What a view keeps of a page's URL: filters, order and columns, but not how far somebody has paged. */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("after");
  params.sort();
  return params.toString();
}
