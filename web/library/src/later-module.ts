import { type Instance, instantiate, type ModuleBindings, startOnce, type WithModule } from "./instantiate.js";
import type { WasmModule } from "./platform/types.js";

/**
 * A WebAssembly module that is compiled once, when it is first needed. After a failure the next call tries again.
 */
export class LaterModule<Bindings extends ModuleBindings> {
  readonly #build: string;
  readonly #createBindings: () => Bindings;
  readonly #compiled = new Map<string, Promise<WasmModule>>();
  #withModule: WithModule;

  /** @param build the name of the module, which has a single build */
  constructor(build: string, createBindings: () => Bindings, withModule: WithModule) {
    this.#build = build;
    this.#createBindings = createBindings;
    this.#withModule = withModule;
  }

  /** Replaces the source, unless the module is already compiled. */
  takeFrom(withModule: WithModule): void {
    this.#withModule = withModule;
  }

  /** The compiled module, for another thread. A module that does not start here counts as a failure. */
  compiled(): Promise<WasmModule> {
    return this.#load(() => {});
  }

  /** A new instance. */
  async start(): Promise<Instance<Bindings>> {
    const checked: Instance<Bindings>[] = [];
    const module = await this.#load((instance) => checked.push(instance));
    return checked.pop() ?? instantiate(this.#build, module, this.#createBindings);
  }

  /** The compiled module. The call that compiles it also receives, through `take`, the instance that it was checked with. */
  #load(take: (checked: Instance<Bindings>) => void): Promise<WasmModule> {
    const check = async (module: WasmModule) => {
      take(await instantiate(this.#build, module, this.#createBindings));
      return module;
    };
    return startOnce(this.#compiled, this.#build, () => this.#withModule(check));
  }
}
