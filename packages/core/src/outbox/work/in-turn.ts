/** Does one thing after another, whoever asks. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createInTurn(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = tail.then(work);
    tail = mine.catch(() => undefined); // the caller hears of it
    return mine;
  };
}
