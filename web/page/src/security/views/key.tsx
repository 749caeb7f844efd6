import { workerError } from "@rsa-variants/measure/worker-client";
import { useRef, useState } from "preact/hooks";
import { FilePicker, QuietButton } from "../../ui/buttons.tsx";
import { type Dropped, useDrops } from "../../ui/drops.ts";
import { Spoken } from "../../ui/form.tsx";
import type { PlaceProps } from "../actions.ts";
import type { JudgedKeys } from "../keys/judge.ts";
import type { KeyInput, LeftOut } from "../keys/read-keys.ts";

/** What reads and judges keys is loaded with the first. */
const later = () => import("../keys/later.ts");

type Status =
  | { readonly state: "idle"; readonly problem?: string }
  | { readonly state: "checking"; readonly done: number; readonly total: number | undefined }
  /** The first of the checks belongs to what was entered. */
  | { readonly state: "done" };

interface Check {
  readonly judged: JudgedKeys;
  readonly inputs: readonly KeyInput[];
  readonly Reports: Awaited<ReturnType<typeof later>>["KeyReports"];
  /** The same for the same keys. */
  readonly about: string;
}

/** Checks the keys that are pasted, chosen or dropped. */
export function KeyCheck({ state: { library }, actions }: PlaceProps) {
  const [text, setText] = useState("");
  const [status, setStatus] = useState<Status>({ state: "idle" });
  /** The newest first. */
  const [checks, setChecks] = useState<readonly Check[]>([]);
  /** Ends the check that is under way: its answer would belong to other keys than those shown. */
  const stop = useRef<AbortController | undefined>(undefined);
  const reset = (next: Status = { state: "idle" }) => {
    stop.current?.abort();
    setStatus(next);
  };
  const check = async (inputs: readonly KeyInput[], { leftOutFolders = [], password }: CheckOptions = {}) => {
    reset({ state: "checking", done: 0, total: undefined });
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const show = (next: Status) => signal.aborted || setStatus(next);
    try {
      const { judgeKeys, KeyReports: Reports } = await later();
      const onProgress = (progress: { done: number; total: number }) => show({ state: "checking", ...progress });
      const { keys, leftOut } = await judgeKeys(inputs, { password, signal, onProgress });
      if (signal.aborted) return;
      const judged = { keys, leftOut: [...leftOut, ...leftOutFolders] };
      const about = JSON.stringify(keys.map(({ name, kind, fingerprint }) => [name, kind, fingerprint]));
      // What is checked again, or opened with a passphrase, takes the place of its earlier report.
      setChecks((all) => {
        const others = all.filter(
          (each) => each.judged.keys.length > 0 && each.inputs !== inputs && each.about !== about,
        );
        return [{ judged, inputs, Reports, about }, ...others];
      });
      show({ state: "done" });
    } catch (error) {
      if (signal.aborted) return;
      setStatus({ state: "idle" });
      actions.fail(workerError(error), "checks keys", "The check failed");
    }
  };
  const clear = (...cleared: readonly Check[]) => {
    setChecks(checks.filter((each) => !cleared.includes(each)));
    if (checks[0] === undefined || !cleared.includes(checks[0])) return;
    setText("");
    reset();
  };
  const tryExample = async () => {
    const { brokenExample } = await later();
    setText(brokenExample());
    await check([{ data: brokenExample() }]);
  };
  const take = ({ files, folders }: Dropped) => {
    setText("");
    const leftOutFolders = folders.map((name) => ({
      name,
      reason: "This is a folder. Drop the files inside it instead.",
    }));
    void check(
      files.map((file) => ({ name: file.name, data: file })),
      { leftOutFolders },
    );
  };
  useDrops(take);
  const isChecking = status.state === "checking";
  return (
    <section class="own-key" id="own-key" aria-label="Check your keys" hidden={library.state === "failed"}>
      <form
        class="card key-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChecking) reset();
          else if (text.trim() === "") reset({ state: "idle", problem: "Paste a key, or drop a file." });
          else void check([{ data: text }]);
        }}
      >
        <label for="pasted-key">Your keys or certificates</label>
        <textarea
          id="pasted-key"
          rows={5}
          spellcheck={false}
          autocomplete="off"
          placeholder="-----BEGIN PUBLIC KEY-----"
          aria-describedby="key-hint key-problem"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            reset();
          }}
        />
        <p id="key-problem" class="problem" role="alert">
          {status.state === "idle" && status.problem}
        </p>
        <div class="cluster key-buttons">
          <button type="submit" class="run">
            {isChecking ? "Stop" : "Check"}
          </button>
          <FilePicker
            id="key-files"
            class="secondary"
            label="Choose files …"
            multiple
            disabled={isChecking}
            onFiles={(files) => take({ files, folders: [] })}
          />
          <p id="key-hint">
            <span class="for-mouse">You can also drop files anywhere on this page. </span>PEM, JSON Web Key, PKCS #12,
            OpenSSH and certificates all work. Nothing is uploaded or stored. No key at hand?{" "}
            <button type="button" class="link" disabled={isChecking} onClick={() => void tryExample()}>
              Try a broken one
            </button>
          </p>
        </div>
        <p class="drop-hint" aria-hidden="true">
          Drop keys to check them
        </p>
      </form>
      {isChecking && <Progress {...status} />}
      {checks.map((each, index) => (
        <each.Reports
          key={each.about}
          judged={each.judged}
          isEarlier={status.state !== "done" || index > 0}
          onPassword={(password) => void check(each.inputs, { password })}
          onClear={() => clear(each)}
        />
      ))}
      {checks.length > 1 && <QuietButton onClick={() => clear(...checks)}>Clear all</QuietButton>}
    </section>
  );
}

interface CheckOptions {
  /** What was dropped and is no file. */
  readonly leftOutFolders?: readonly LeftOut[];
  readonly password?: string;
}

function Progress({ done, total }: { readonly done: number; readonly total: number | undefined }) {
  const text = total === undefined ? "Reading …" : `Checking ${total === 1 ? "the key" : `${done} of ${total} keys`} …`;
  return (
    <div class="card key-progress">
      <p>{text}</p>
      <span
        class={done === 0 ? "bar is-open" : "bar"}
        aria-hidden="true"
        style={{ "--fraction": done / (total ?? 1) }}
      />
      <Spoken text={text} phase={String(total)} isRunning />
    </div>
  );
}
