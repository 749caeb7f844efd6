export class Silence {
  constructor(milliseconds: number);
  readonly tooLong: Promise<never>;
  broken(): void;
  end(): void;
}
