// At most two figures of a page train at once; the others wait for their turn in the order they were asked. More would
// only make each slower: they share one engine, and the reader's machine.
const most = 2;

let training = 0;
const queue: Turn[] = [];

export class Turn {
  private state: 'waiting' | 'training' | 'over' = 'waiting';
  private resolve: () => void = () => {};
  /** Resolves when training may begin, or when the turn was given up. */
  readonly come = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });

  get waiting(): boolean {
    return this.state === 'waiting';
  }

  /** For `take` and those that end. */
  begin(): void {
    training += 1;
    this.state = 'training';
    this.resolve();
  }

  /** Training is over, or no longer wanted. Again does nothing. */
  end(): void {
    if (this.state === 'over') return;
    if (this.state === 'training') {
      training -= 1;
      queue.shift()?.begin();
    } else {
      queue.splice(queue.indexOf(this), 1);
    }
    this.state = 'over';
    this.resolve();
  }
}

/** A place in the queue; it is the first's turn at once where fewer than two train. Whoever takes it ends it. */
export function takeTurn(): Turn {
  const turn = new Turn();
  if (training < most) turn.begin();
  else queue.push(turn);
  return turn;
}
