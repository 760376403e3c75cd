/** What commander hands over for `deliver`. */
export interface DeliverOptions {
  to?: string;
  as: string;
  secret?: string;
  remote: boolean;
  seed?: string;
  wait?: string;
  json: boolean;
}
