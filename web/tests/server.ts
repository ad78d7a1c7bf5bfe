/** A Tutti server in an empty folder, for the duration of a test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The binary under test: the debug build by default. */
const PROGRAM = process.env['TUTTI_PROGRAM'] ?? resolve(import.meta.dirname, '../../target/debug/tutti');
export const SAMPLES = resolve(import.meta.dirname, '../../samples');

export class Server {
  private child?: ChildProcess;
  url = '';
  setupCode = '';

  private constructor(
    readonly folder: string,
    private readonly args: string[],
  ) {}

  static async start(...args: string[]): Promise<Server> {
    const server = new Server(mkdtempSync(join(tmpdir(), 'tutti-page-')), args);
    await server.launch('127.0.0.1:0');
    return server;
  }

  private async launch(listen: string): Promise<void> {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TUTTI_')));
    const child = spawn(PROGRAM, ['--json', 'serve', '--listen', listen, ...this.args], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const line = await new Promise<string>((done, failed) => {
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
      createInterface({ input: child.stdout }).once('line', done);
    });
    const { url, setup_code } = JSON.parse(line) as { url: string; setup_code: string | null };
    this.url = url;
    this.setupCode = setup_code ?? '';
  }

  /** Kills the server without a shutdown, like a power cut. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** Starts the server again at the same address. */
  async restart(): Promise<void> {
    await this.launch(new URL(this.url).host);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async json<T = any>(path: string, init?: RequestInit): Promise<T> {
    const answer = await fetch(this.url + path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  post<T = any>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.json(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  form<T = any>(path: string, fields: Record<string, string | File>): Promise<T> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.json(path, { method: 'POST', body });
  }

  /** Waits until a run is no longer active; returns its status. */
  async waitForEnd(run: string): Promise<string> {
    for (;;) {
      const { status } = await this.json<{ status: string }>(`/api/runs/${encodeURIComponent(run)}`);
      if (status !== 'queued' && status !== 'running') return status;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
