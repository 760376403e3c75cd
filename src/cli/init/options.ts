/** What commander hands over for `init`. */
export interface InitOptions {
  openapi?: string;
  operation?: string[];
  out: string;
  language?: string;
  name?: string;
  yes: boolean;
}
