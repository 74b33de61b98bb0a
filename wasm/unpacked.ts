// The module's file as it is fetched: it is no archive. In the single file unpacked-inline.ts stands here.
export const unpacked = (response: Response): Promise<Response> | Response => response;
