import { shopBroker } from "./shop-broker.ts";
import { shopOn } from "./shop-project.ts";

export default shopOn(shopBroker(process.env.SHOP_BROKER));
