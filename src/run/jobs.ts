/** How many items that wait are worked on beside one that works. */
const waitingBesideOne = 2;

/**
 * Does the work on every item, at most `jobs` at once, and returns the results in the order of the items. Items that do
 * little but wait run beside these, twice as many.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  jobs: number,
  work: (item: T, index: number) => Promise<R>,
  waits: (item: T) => boolean = () => false,
): Promise<R[]> {
  const results = new Map<number, R>();
  const workers = (queue: (readonly [number, T])[], most: number): Promise<void>[] => {
    const worker = async (): Promise<void> => {
      for (let taken = queue.shift(); taken !== undefined; taken = queue.shift()) {
        const [index, item] = taken;
        results.set(index, await work(item, index));
      }
    };
    return Array.from({ length: Math.max(1, Math.min(most, queue.length)) }, worker);
  };
  const numbered = items.map((item, index) => [index, item] as const);
  await Promise.all([
    ...workers(
      numbered.filter(([, item]) => waits(item)),
      waitingBesideOne * jobs,
    ),
    ...workers(
      numbered.filter(([, item]) => !waits(item)),
      jobs,
    ),
  ]);
  return items.map((_, index) => results.get(index) as R);
}
