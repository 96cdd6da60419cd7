/** Turns a server that was found into the command that runs it. */

import * as path from 'node:path';
import type { Server } from './discovery';

export interface CommandLine {
  command: string;
  args: string[];
}

/**
 * The bundled server runs with `-I`: no PYTHON* variables, no current folder, no user packages. One from an
 * environment runs with `-P`, which keeps the workspace off the module path and all else as the user has it.
 */
export function commandLine(server: Server, extensionPath: string): CommandLine {
  switch (server.kind) {
    case 'path':
      return { command: server.command[0], args: [...server.command.slice(1), 'server'] };
    case 'environment':
      return withWords(server.python.command, ['-P', '-m', 'chunklint', 'server']);
    case 'bundled':
      return withWords(server.python.command, ['-I', path.join(extensionPath, 'bundled', 'launch.py')]);
  }
}

function withWords([command, ...args]: string[], words: string[]): CommandLine {
  return { command, args: [...args, ...words] };
}
