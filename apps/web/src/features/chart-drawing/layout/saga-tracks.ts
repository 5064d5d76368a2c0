/** A stretch of a gutter that an arrow needs. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Two arrows in one track keep this distance. */
const APART = 12;

/**
 * Gives each stretch a track of the gutter. They come in the order of their sources, left to right, and all lead left; a later one
 * that meets an earlier one goes below it, and then none of them cross.
 */
export function assignTracks(stretches: readonly Stretch[]): readonly number[] {
  const tracks: number[] = [];
  for (const [at, stretch] of stretches.entries()) {
    const above = stretches
      .slice(0, at)
      .flatMap((other, index) => (meet(stretch, other) ? [tracks[index] ?? 0] : []));
    tracks.push(above.length === 0 ? 0 : Math.max(...above) + 1);
  }
  return tracks;
}

function meet(a: Stretch, b: Stretch): boolean {
  return a.from < b.to + APART && b.from < a.to + APART;
}
