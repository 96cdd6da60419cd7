/** The server's own messages, typed for the client library. */

import { NotificationType, RequestType } from 'vscode-languageclient/node';
import type { ChunksChanged, Preview } from '../preview/model';

export interface PreviewParams {
  textDocument: { uri: string };
  profile?: string;
}

export const previewRequest = new RequestType<PreviewParams, Preview | null, void>('chunklint/preview');
export const chunksChanged = new NotificationType<ChunksChanged>('chunklint/chunksChanged');
