package io.github.sluice.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page of the gateway in a browser of this machine, as a user sees and works it. */
final class LivePage implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final ChromeDriver browser;

    private LivePage(ChromeDriver browser) {
        this.browser = browser;
    }

    /** A browser with a profile of its own; empty if this machine has none. */
    static Optional<LivePage> inBrowser(Path profile) {
        Optional<Path> driver = SearchPath.find("chromedriver");
        return SearchPath.find("chromium")
                .filter(program -> driver.isPresent())
                .map(program -> new LivePage(start(program, driver.get(), profile)));
    }

    private static ChromeDriver start(Path program, Path driver, Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program.toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments(
                "--headless",
                // Builds run as root, where its sandbox does not start; it shows nothing but this page.
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                // Else it calls its maker's servers.
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        ChromeDriverService service = ChromeDriverService.createDefaultService();
        service.setExecutable(driver.toString());
        return new ChromeDriver(service, options);
    }

    /** Opens the page at this width, in this colour scheme. */
    void open(int port, int width, String scheme) {
        emulate(width, 900);
        media("prefers-color-scheme", scheme);
        browser.get("http://127.0.0.1:" + port + "/");
        await(() -> text("#store-state").equals("ok"));
    }

    void media(String feature, String value) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    private void emulate(int width, long height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void choose(String caller) {
        browser.findElement(By.cssSelector("input[value=" + caller + "]")).click();
    }

    void click(String id) {
        browser.findElement(By.id(id)).click();
    }

    /** Sets the steady rate by the keyboard. */
    void rate(int perSecond) {
        browser.findElement(By.id("rate"))
                .sendKeys(Keys.HOME, Keys.ARROW_RIGHT.toString().repeat(perSecond));
    }

    /** Goes from control to control, and ends at this one. */
    void tabTo(String id) {
        await(() -> {
            press(Keys.TAB);
            return script("return document.activeElement.id").equals(id);
        });
    }

    void press(Keys key) {
        new Actions(browser).sendKeys(key).perform();
    }

    String text(String selector) {
        return (String) browser.executeScript("return document.querySelector(arguments[0]).innerText", selector);
    }

    /** What is written of the tokens in a bucket: a number, or {@code unknown}. */
    String tokens(String bucket) {
        return text("[data-bucket=" + bucket + "] .count b");
    }

    /** How many answers of this kind were counted. */
    int count(String kind) {
        return Integer.parseInt(text("#legend [data-kind=" + kind + "] b"));
    }

    int answers() {
        return number("[...document.querySelectorAll('#legend b')].reduce((sum, b) => sum + Number(b.innerText), 0)");
    }

    /** How many dots of this kind are on the time line. */
    int dots(String kind) {
        return number("document.querySelectorAll('#line [data-kind=" + kind + "]').length");
    }

    private int number(String expression) {
        return ((Long) script("return " + expression)).intValue();
    }

    String attribute(String id, String name) {
        return browser.findElement(By.id(id)).getDomAttribute(name);
    }

    Object script(String script) {
        return browser.executeScript(script);
    }

    void await(BooleanSupplier condition) {
        new WebDriverWait(browser, PATIENCE, GLANCE).until(page -> condition.getAsBoolean());
    }

    /** What the browser had to complain of, but for denials. */
    List<String> complaints() {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> !message.contains("status of 429"))
                .toList();
    }

    /** Takes a picture of the whole page at this width. */
    void capture(int width, Path picture) {
        emulate(width, (Long) script("return document.documentElement.scrollHeight"));
        Map<String, Object> taken = browser.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"));
        try {
            Files.createDirectories(picture.getParent());
            Files.write(picture, Base64.getDecoder().decode((String) taken.get("data")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        browser.quit();
    }
}
