/** @returns a function that has the task done once, however often it is called, in the event loop's next turn */
export function onceATurn(task: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      task();
    });
  };
}
