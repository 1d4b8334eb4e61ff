// Properties are for many threads, and hand over what was put into them.

import java.util.Properties;
import lib.Both;

class PropertiesOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        Both.run(() -> {
            PropertiesOk it = new PropertiesOk();
            it.value = 3;
            properties.put("it", it);
            properties.setProperty("name", "value");
        }, () -> {
            PropertiesOk it;
            while ((it = (PropertiesOk) properties.get("it")) == null) Thread.onSpinWait();
            System.out.println(it.value++ + properties.getProperty("name", "none").length() + properties.stringPropertyNames().size());
        });
    }
}
