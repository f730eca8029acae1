package insurance;

/** What a client insures, as policy or quote; also the payload of the events about it. */
public record Contract(String number, String holder, String email, String phone) {}
